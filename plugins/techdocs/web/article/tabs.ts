/** Tabs with roles and keys. Sets with the same label switch together. */
export function addTabs(article: HTMLElement, signal: AbortSignal): void {
  const sets = [...article.querySelectorAll<HTMLElement>('.tabbed-set')].map((set, index) => ({ set, index }))
  for (const { set, index } of sets) prepare(set, index)

  function prepare(set: HTMLElement, index: number): void {
    const { labels, blocks } = partsOf(set)
    set.querySelector('.tabbed-labels')?.setAttribute('role', 'tablist')
    labels.forEach((label, at) => {
      const block = blocks[at]
      label.setAttribute('role', 'tab')
      label.id = `docs-tab-${index}-${at}`
      if (block) {
        block.id = `docs-panel-${index}-${at}`
        block.setAttribute('role', 'tabpanel')
        block.setAttribute('aria-labelledby', label.id)
        block.dataset['label'] = label.textContent.trim()
        label.setAttribute('aria-controls', block.id)
      }
      label.addEventListener('click', () => chooseEverywhere(label, labels), { signal })
      label.addEventListener('keydown', event => onKey(event, labels, at), { signal })
    })
    choose(
      set,
      Math.max(
        0,
        labels.findIndex(label => label.classList.contains('tabbed-selected')),
      ),
    )
  }

  function chooseEverywhere(label: HTMLElement, own: readonly HTMLElement[]): void {
    const name = label.textContent.trim()
    for (const { set } of sets) {
      const { labels } = partsOf(set)
      const at = labels[0] === own[0] ? labels.indexOf(label) : labels.findIndex(each => each.textContent.trim() === name)
      if (at !== -1) choose(set, at)
    }
  }

  function onKey(event: KeyboardEvent, labels: readonly HTMLElement[], at: number): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : labels[(at + step + labels.length) % labels.length]
    if (next) {
      event.preventDefault()
      chooseEverywhere(next, labels)
      next.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      chooseEverywhere(labels[at]!, labels)
    }
  }
}

function choose(set: HTMLElement, chosen: number): void {
  const { labels, blocks } = partsOf(set)
  labels.forEach((label, at) => {
    label.setAttribute('aria-selected', String(at === chosen))
    label.tabIndex = at === chosen ? 0 : -1
  })
  blocks.forEach((block, at) => (block.dataset['hidden'] = String(at !== chosen)))
}

function partsOf(set: HTMLElement): { readonly labels: readonly HTMLElement[]; readonly blocks: readonly HTMLElement[] } {
  const child = (name: string) => [...set.children].find(each => each.classList.contains(name))
  const all = (parent: Element | undefined) => [...(parent?.children ?? [])] as HTMLElement[]
  return { labels: all(child('tabbed-labels')), blocks: all(child('tabbed-content')) }
}
