// Lists the test files of the project.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../server/supervisor/project-paths.ts';
import { kindOf } from './test-kinds.ts';
import type { TestOptions } from './test-options.ts';

const rooms = ['app', 'server', 'workers', 'scripts', 'tests', 'prisma', 'public'];

const listBelow = (folder: string): string[] =>
  readdirSync(path.join(projectRoot, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const place = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'generated' ? [] : listBelow(place);
      return /\.test\.tsx?$/.test(entry.name) ? [place] : [];
    });

export const findTestFiles = ({ kinds, filters }: TestOptions): string[] => {
  const present = readdirSync(projectRoot);
  return rooms
    .filter((room) => present.includes(room))
    .flatMap(listBelow)
    .filter((file) => kinds.has(kindOf(file)))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
};
