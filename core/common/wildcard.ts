/** Whether a text matches a pattern in which `*` stands for anything, also for slashes, and all else for itself. It never takes exponential time. */
export function matchesWildcard(text: string, pattern: string): boolean {
  let at = 0
  let inPattern = 0
  // The position of the last star, and up to where it matches.
  let star = -1
  let reach = 0
  while (at < text.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern++
      reach = at
    } else if (inPattern < pattern.length && pattern[inPattern] === text[at]) {
      inPattern++
      at++
    } else if (star >= 0) {
      inPattern = star + 1
      at = ++reach
    } else return false
  }
  while (pattern[inPattern] === '*') inPattern++
  return inPattern === pattern.length
}
