declare module 'markdown-it-emoji/lib/data/full.mjs' {
  /** Characters by their names. */
  const emojis: Readonly<Record<string, string>>
  export default emojis
}
