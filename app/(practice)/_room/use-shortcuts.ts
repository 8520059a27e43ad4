// The room's keys, as the help sheet lists them. Fields, menus and dialogs keep their own keys.
'use client';
import { useEffect } from 'react';
import { movedLoop, nudgeSeconds, withEdge } from './loop-edge.ts';
import type { RoomPlayer } from './use-player.ts';

export interface RoomCommands {
  onZoom: (factor: number) => void;
  onHelp: () => void;
  onNext?: (() => void) | null | undefined;
  onPrevious?: (() => void) | null | undefined;
}

function isElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('dialog[open]')) return true;
  if (target.closest('[role="menu"], textarea, select, [contenteditable="true"]')) return true;
  if (target instanceof HTMLInputElement)
    return target.type !== 'range' || event.key.startsWith('Arrow') || event.key === 'Home';
  // Space and Enter press the button that has the focus.
  return (
    target.closest('button, a, [role="slider"]') !== null && (event.key === ' ' || event.key === 'Enter')
  );
}

function moveLoop({ state, dispatch }: RoomPlayer, by: number): void {
  const { loop, durationSeconds } = state;
  if (loop) dispatch({ type: 'set-loop', loop: movedLoop(loop, by, durationSeconds) });
}

/** Digits by their key, so that Shift and Alt do not change them. */
function stemKey(event: KeyboardEvent, { state, dispatch }: RoomPlayer): boolean {
  const digit = /^Digit([1-6])$/.exec(event.code);
  const stem = digit ? state.stems[Number(digit[1]) - 1] : undefined;
  if (!stem || event.ctrlKey || event.metaKey) return false;
  if (event.altKey) dispatch({ type: 'toggle-mute', stem: stem.name });
  else dispatch({ type: 'toggle-solo', stem: stem.name, additive: event.shiftKey });
  return true;
}

function actionsOf(room: RoomPlayer, commands: RoomCommands): Record<string, (event: KeyboardEvent) => void> {
  const { state, dispatch, positionSeconds } = room;
  const { loop, looping, durationSeconds } = state;
  const step = (event: KeyboardEvent, sign: number) =>
    dispatch({ type: 'seek', seconds: positionSeconds() + sign * (event.shiftKey ? 1 : 5) });
  const edge = (which: 'a' | 'b') =>
    dispatch({ type: 'set-loop', loop: withEdge(loop, which, positionSeconds(), durationSeconds) });
  const everybody = state.stems.map((stem) => ({ ...stem, muted: false, soloed: false }));
  return {
    ' ': () => dispatch({ type: 'toggle' }),
    home: () => dispatch({ type: 'seek', seconds: looping && loop ? loop.startSeconds : 0 }),
    arrowleft: (event) => step(event, -1),
    arrowright: (event) => step(event, 1),
    a: () => edge('a'),
    b: () => edge('b'),
    l: () => dispatch({ type: 'set-looping', looping: !looping }),
    '[': () => moveLoop(room, -nudgeSeconds),
    ']': () => moveLoop(room, nudgeSeconds),
    '-': () => dispatch({ type: 'set-speed', percent: state.speedPercent - 5 }),
    '+': () => dispatch({ type: 'set-speed', percent: state.speedPercent + 5 }),
    '=': () => dispatch({ type: 'set-speed', percent: state.speedPercent + 5 }),
    ',': () => dispatch({ type: 'set-semitones', semitones: state.semitones - 1 }),
    '.': () => dispatch({ type: 'set-semitones', semitones: state.semitones + 1 }),
    k: () => dispatch({ type: 'set-click', on: !state.click }),
    '0': () => dispatch({ type: 'set-mix', stems: everybody }),
    z: (event) => commands.onZoom(event.shiftKey ? 0.5 : 2),
    n: () => commands.onNext?.(),
    p: () => commands.onPrevious?.(),
    '?': () => commands.onHelp(),
  };
}

export function useShortcuts(room: RoomPlayer, commands: RoomCommands): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event)) return;
      if (stemKey(event, room)) {
        event.preventDefault();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const run = actionsOf(room, commands)[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [room, commands]);
}
