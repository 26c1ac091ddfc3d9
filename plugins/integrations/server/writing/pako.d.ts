declare module 'pako' {
  /** The functions that isomorphic-git compresses with. */
  const pako: Record<string, unknown>
  export default pako
}
