import { inputError } from '@portico/core/common'

interface PromptDefinition {
  readonly name: string
  readonly description: string
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[]
  readonly text: (values: Readonly<Record<string, string>>) => string
}

const ref = { name: 'ref', description: 'An entity ref such as component:default/orders', required: true }

/** Ways to begin that people choose in their client. */
const prompts: readonly PromptDefinition[] = [
  {
    name: 'explain-service',
    description: 'What a service is, who owns it, what it depends on and how it does',
    arguments: [ref],
    text: ({ ref: entity }) =>
      `Explain ${entity} to somebody who is new to it. Read the entity, its relations, the first page of its docs, its last builds and how it runs. Name its owner, what it depends on and what depends on it, and what needs attention. Say where each fact is from.`,
  },
  {
    name: 'why-is-it-broken',
    description: 'Looks for the cause of a problem of a service',
    arguments: [ref],
    text: ({ ref: entity }) =>
      `Something is wrong with ${entity}. Look at how it runs, at its last builds and their logs, at its history in the catalog, and at what it depends on. Say what is most likely the cause, what speaks for it, and what to do next. Change nothing.`,
  },
  {
    name: 'start-from-template',
    description: 'Finds the right template, plans a run and asks before it runs',
    arguments: [{ name: 'goal', description: 'What should be there afterwards', required: true }],
    text: ({ goal }) =>
      `I want: ${goal}. Find the template that fits, read its form, ask me for what is missing, plan the run and show me the plan. Run it only after my yes, and follow it until it has ended.`,
  },
  {
    name: 'review-api-change',
    description: 'What changed in an API, and whom that breaks',
    arguments: [{ ...ref, description: 'The ref of an API' }],
    text: ({ ref: entity }) =>
      `Compare the last two versions of ${entity}. List breaking changes first, say who uses the API (relations apiConsumedBy), and what each of them has to change.`,
  },
]

export function listPrompts() {
  return prompts.map(({ text: _text, ...prompt }) => ({ ...prompt, arguments: [...prompt.arguments] }))
}

export function getPrompt(name: string, values: Readonly<Record<string, string>> = {}) {
  const prompt = prompts.find(each => each.name === name)
  if (!prompt) throw inputError(`There is no prompt '${name.slice(0, 100)}'`, { code: 'mcp-actions.no-prompt' })
  const missing = prompt.arguments.find(each => each.required && !values[each.name])
  if (missing) throw inputError(`The argument '${missing.name}' is missing`, { code: 'mcp-actions.argument-missing' })
  const text = prompt.text(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.slice(0, 1000)])))
  return { description: prompt.description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
