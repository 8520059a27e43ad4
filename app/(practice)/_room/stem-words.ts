// The words of the room for stems, speed, key and level, written and spoken.
export function stemTitle(stem: string): string {
  return stem.slice(0, 1).toUpperCase() + stem.slice(1);
}

export function panWords(pan: number): string {
  const percent = Math.round(Math.abs(pan) * 100);
  if (percent === 0) return 'centre';
  return `${String(percent)} percent ${pan < 0 ? 'left' : 'right'}`;
}

export function volumeWords(volume: number): string {
  return `${String(Math.round(volume * 100))} percent`;
}

export function semitoneWords(semitones: number): string {
  if (semitones === 0) return 'original key';
  const count = Math.abs(semitones);
  return `${String(count)} semitone${count === 1 ? '' : 's'} ${semitones > 0 ? 'up' : 'down'}`;
}

/** +2, −3, 0: with a true minus sign. */
export function signed(number: number): string {
  if (number === 0) return '0';
  return number > 0 ? `+${String(number)}` : `\u2212${String(-number)}`;
}
