/** How numbers and dates are written: in the language of the portal, in the regional variant that the browser prefers, where there is one (`en` and `en-GB`). */
export function toLocale(language: string, wanted: readonly string[]): string {
  const [base] = language.split('-')
  if (language !== base) return language
  return wanted.find(locale => locale === base || locale.startsWith(`${base}-`)) ?? language
}
