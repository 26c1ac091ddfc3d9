/** A path for an address, each segment escaped. */
export function encodePathSegments(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
