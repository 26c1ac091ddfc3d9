/** The part of Turndown that is used here: its own types need those of a browser. */
declare module 'turndown' {
  export interface TurndownNode {
    readonly nodeName: string
    readonly textContent: string
    readonly className: string
    readonly parentNode: TurndownNode | null
    getAttribute(name: string): string | null
    querySelector(selector: string): TurndownNode | null
  }
  export interface TurndownRule {
    readonly filter: string | readonly string[] | ((node: TurndownNode) => boolean)
    readonly replacement: (content: string, node: TurndownNode) => string
  }
  export default class TurndownService {
    constructor(options?: Readonly<Record<string, string>>)
    addRule(name: string, rule: TurndownRule): this
    remove(filter: readonly string[] | ((node: TurndownNode) => boolean)): this
    use(plugin: (service: TurndownService) => void): this
    turndown(html: string): string
  }
}

declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'
  export const gfm: (service: TurndownService) => void
}
