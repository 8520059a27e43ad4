// The stylesheet of the consent and error pages: the site's colours and type, inlined because nothing else may load.
const light = `--paper:#f7f2e8;--raised:#fffcf5;--sunk:#ede5d5;--ink:#201c33;--soft:#575069;--rule:#dccfb9;--strong:#857a66;
--rubric:#b23a1e;--rubric-ink:#fff8ef;--warn:#855300;--warn-wash:#f7e6c0;--focus:#1d56c4;--shadow:0 1px 2px rgb(60 44 20/.1),0 6px 20px rgb(60 44 20/.09)`;
const dark = `--paper:#15131f;--raised:#1f1c2c;--sunk:#0e0c16;--ink:#f3ebdc;--soft:#b9b0c2;--rule:#373249;--strong:#857ea0;
--rubric:#ff8562;--rubric-ink:#26100a;--warn:#f0c063;--warn-wash:#40311a;--focus:#8fb8ff;--shadow:0 1px 2px rgb(0 0 0/.5),0 8px 28px rgb(0 0 0/.45)`;

export const pageStyle = `
@font-face{font-family:'EB Garamond';src:url('/fonts/eb-garamond-latin.woff2') format('woff2');font-weight:400 800;font-display:optional}
:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*,*::before,*::after{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:400 .9375rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100dvh;display:grid;justify-items:center;align-content:start;padding:clamp(1rem,5vh,4rem) 1rem 2rem;overflow-wrap:anywhere}
.mark{font:600 1.375rem/1 'EB Garamond','Iowan Old Style','Palatino Linotype',Palatino,P052,Georgia,serif;margin:0 0 1.5rem;letter-spacing:-.005em}
.mark a{color:inherit;text-decoration:none}
main{width:100%;max-width:30rem;background:var(--raised);border:1px solid var(--rule);border-top:4px solid var(--rubric);border-radius:6px;box-shadow:var(--shadow);padding:clamp(1.25rem,4vw,2rem)}
h1{font:600 1.75rem/1.15 'EB Garamond','Iowan Old Style','Palatino Linotype',Palatino,P052,Georgia,serif;margin:0 0 1rem;text-wrap:balance}
h2{font-size:.9375rem;margin:1.25rem 0 .25rem}
p{margin:0 0 .75rem}
ul{margin:0;padding-left:1.25rem}
li{margin:.125rem 0}
dl{margin:1.25rem 0 0;display:grid;grid-template-columns:auto 1fr;gap:.375rem 1rem;border-top:1px solid var(--rule);padding-top:1rem}
dt{color:var(--soft)}
dd{margin:0;font-weight:600}
.soft{color:var(--soft)}
.warn{background:var(--warn-wash);color:var(--ink);border-left:4px solid var(--warn);border-radius:3px;padding:.75rem 1rem;margin:1.25rem 0 0}
form{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0 0}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:0 1.5rem;border-radius:3px;border:1px solid var(--strong);background:transparent;color:var(--ink);cursor:pointer;flex:1 1 9rem}
button.yes{background:var(--rubric);border-color:var(--rubric);color:var(--rubric-ink)}
button:hover{filter:brightness(1.06)}
a{color:inherit;text-decoration-color:var(--rubric);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.foot{margin:1.25rem 0 0;color:var(--soft);font-size:.8125rem}
code{font-family:ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace;font-size:.92em}
`;
