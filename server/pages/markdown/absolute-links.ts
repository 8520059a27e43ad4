// Makes the links of a text lead to the site from wherever the text is read; code is left as it is.
export const absoluteLinks = (markdown: string, siteUrl: string): string =>
  markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((piece) => (piece.startsWith('```') ? piece : piece.replace(/\]\((?=\/)/g, `](${siteUrl}`)))
    .join('');
