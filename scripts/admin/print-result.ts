// Prints what a verb answered: a table for people, JSON for programs.
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const printTable = (rows: readonly Record<string, unknown>[]): void => {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => cell(line[index]).length)));
  for (const line of lines) {
    console.log(
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
};

export const printResult = (result: unknown, asJson: boolean): void => {
  if (asJson) {
    console.log(JSON.stringify(result, null, 2));
  } else if (Array.isArray(result)) {
    if (result.length === 0) console.log('None.');
    else printTable(result as Record<string, unknown>[]);
  } else {
    for (const [name, value] of Object.entries(result as object)) console.log(`${name}: ${cell(value)}`);
  }
};
