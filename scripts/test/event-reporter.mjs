// A node:test reporter: one line of JSON for each test that ended, for the runner to count.
export default async function* eventReporter(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite' && type === 'test:pass') continue;
    const skipped = data.skip !== undefined || data.todo !== undefined;
    yield `${JSON.stringify({ name: data.name, passed: type === 'test:pass', skipped })}\n`;
  }
}
