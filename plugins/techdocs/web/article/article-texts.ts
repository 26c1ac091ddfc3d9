/** The words of what is added to a page. */
export interface ArticleTexts {
  readonly copy: string
  readonly copied: string
  readonly enlarge: string
  readonly note: (number: number) => string
  readonly diagram: string
  readonly diagramFailed: (reason: string) => string
}
