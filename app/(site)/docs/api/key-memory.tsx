// The key that "try it" sends: kept in this page's memory, shared by all its forms, and gone with the page.
'use client';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface KeyMemory {
  value: string;
  set: (key: string) => void;
}

const memory = createContext<KeyMemory>({ value: '', set: () => {} });

export function KeyKeeper({ children }: { children: ReactNode }) {
  const [value, set] = useState('');
  const kept = useMemo(() => ({ value, set }), [value]);
  return <memory.Provider value={kept}>{children}</memory.Provider>;
}

export const useKey = (): KeyMemory => useContext(memory);
