// A value that is taken over only once it has been left alone for a moment: what a search waits for.
'use client';
import { useEffect, useState } from 'react';

export const useSettled = <Value>(value: Value, ms: number): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
};
