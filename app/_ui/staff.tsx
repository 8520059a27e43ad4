// The house ornament: a five-line staff, with or without a few notes on it.
const heads = [
  { x: 62, line: 3 },
  { x: 92, line: 2 },
  { x: 122, line: 2.5 },
  { x: 152, line: 1 },
  { x: 182, line: 0 },
];

export function Staff({ notes = false }: { notes?: boolean }) {
  return (
    <svg
      viewBox="0 0 240 56"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
    >
      {[0, 1, 2, 3, 4].map((line) => (
        <path key={line} d={`M4 ${String(12 + line * 8)}H236`} />
      ))}
      <path d="M4 12V44M230 12V44M236 12V44" />
      {notes &&
        heads.map(({ x, line }) => {
          const y = 12 + line * 8;
          return (
            <g key={x} stroke="var(--rubric)">
              <ellipse
                cx={x}
                cy={y}
                rx="5.4"
                ry="3.8"
                transform={`rotate(-22 ${String(x)} ${String(y)})`}
                fill="var(--rubric)"
              />
              <path
                d={
                  line < 2
                    ? `M${String(x - 5)} ${String(y + 1)}v24`
                    : `M${String(x + 5)} ${String(y - 1)}v-24`
                }
                strokeWidth="1.6"
              />
            </g>
          );
        })}
    </svg>
  );
}
