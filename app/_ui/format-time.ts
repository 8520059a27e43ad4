// Seconds as musicians read them: 3:07, 1:02:09, and 3:07.4 where tenths matter.
export function formatTime(seconds: number, tenths = false): string {
  const clean = Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
  const total = tenths ? Math.floor(clean * 10 + 1e-6) / 10 : Math.floor(clean + 1e-6);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  const rest = total % 60;
  const shown = tenths ? rest.toFixed(1).padStart(4, '0') : String(Math.floor(rest)).padStart(2, '0');
  return hours > 0
    ? `${String(hours)}:${String(minutes).padStart(2, '0')}:${shown}`
    : `${String(minutes)}:${shown}`;
}

/** The same for screen readers: "3 minutes 7 seconds". */
export function spokenTime(seconds: number): string {
  const total = Math.max(0, Math.round(Number.isFinite(seconds) ? seconds : 0));
  const parts = [
    { count: Math.floor(total / 3600), unit: 'hour' },
    { count: Math.floor(total / 60) % 60, unit: 'minute' },
    { count: total % 60, unit: 'second' },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return '0 seconds';
  return parts.map(({ count, unit }) => `${String(count)} ${unit}${count === 1 ? '' : 's'}`).join(' ');
}
