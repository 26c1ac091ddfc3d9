/** The languages that samples are written in, with how they are highlighted. */
export const sampleLanguages = {
  curl: { label: 'curl', highlight: 'bash' },
  fetch: { label: 'JavaScript', highlight: 'javascript' },
  python: { label: 'Python', highlight: 'python' },
  go: { label: 'Go', highlight: 'go' },
  java: { label: 'Java', highlight: 'java' },
} as const

export type SampleLanguage = keyof typeof sampleLanguages

const otherNames: Readonly<Record<string, string>> = {
  curl: 'bash',
  shell: 'bash',
  sh: 'bash',
  js: 'javascript',
  node: 'javascript',
  'node.js': 'javascript',
  ts: 'typescript',
  py: 'python',
  python3: 'python',
  golang: 'go',
}

/** How the highlighter calls a language of a definition's own sample. */
export function highlightOf(language: string): string {
  const name = language.toLowerCase()
  return otherNames[name] ?? name
}
