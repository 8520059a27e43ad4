// Five-field cron schedules in UTC.
const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

type Field = { min: number; max: number; names?: readonly string[]; firstName?: number };

const fields: readonly Field[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: monthNames, firstName: 1 },
  { min: 0, max: 7, names: dayNames, firstName: 0 },
];

export type Schedule = {
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  weekdays: ReadonlySet<number>;
  /** Cron joins the two kinds of days by "or" when both are restricted. */
  eitherDay: boolean;
};

const numberOf = (text: string, field: Field): number => {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  const value = named >= 0 ? named + (field.firstName ?? 0) : /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(value >= field.min && value <= field.max)) throw new Error(`"${text}" is out of range`);
  return value;
};

const rangeOf = (part: string, field: Field): number[] => {
  const match = /^(\*|[^-/]+)(?:-([^-/]+))?(?:\/(\d+))?$/.exec(part);
  if (!match) throw new Error(`"${part}" is not a cron range`);
  const [, from = '', to, step] = match;
  const every = step === undefined ? 1 : Number(step);
  if (every < 1) throw new Error(`"${part}" steps by nothing`);
  const first = from === '*' ? field.min : numberOf(from, field);
  const last =
    to !== undefined ? numberOf(to, field) : from === '*' || step !== undefined ? field.max : first;
  const values: number[] = [];
  for (let value = first; value <= last; value += every) values.push(value);
  return values;
};

const fieldSet = (text: string, field: Field): Set<number> =>
  new Set(text.split(',').flatMap((part) => rangeOf(part, field)));

export const parseCron = (text: string): Schedule => {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length) throw new Error('a schedule has five fields, without a time zone');
  const [minutes, hours, days, months, weekdays] = parts.map((part, index) =>
    fieldSet(part, fields[index] ?? { min: 0, max: 0 }),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  if (weekdays.has(7)) weekdays.add(0);
  const eitherDay = !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*');
  return { minutes, hours, days, months, weekdays, eitherDay };
};

export const isDue = (schedule: Schedule, moment: Date): boolean => {
  const day = schedule.days.has(moment.getUTCDate());
  const weekday = schedule.weekdays.has(moment.getUTCDay());
  return (
    schedule.minutes.has(moment.getUTCMinutes()) &&
    schedule.hours.has(moment.getUTCHours()) &&
    schedule.months.has(moment.getUTCMonth() + 1) &&
    (schedule.eitherDay ? day || weekday : day && weekday)
  );
};
