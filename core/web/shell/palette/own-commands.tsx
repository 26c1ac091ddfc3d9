import { appSection } from '@portico/core/common'
import type { Text, useText } from '@portico/ui'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs'
import { useApi } from '../../apis/use-api.ts'
import { languagesApiRef } from '../../languages/languages.ts'
import { shellMessages } from '../../messages.ts'
import { useConfig, usePortal } from '../../portal.tsx'
import { supportSetupUrl } from '../../support/support.ts'
import { themesApiRef } from '../../themes.ts'
import { useNavItems } from '../nav-items.ts'
import { matchCommands, type Command } from './commands.ts'

type ToWords = ReturnType<typeof useText>

interface OwnCommand extends Omit<Command, 'title'> {
  readonly title: (text: ToWords) => string
}

interface OwnSource {
  readonly title: Text
  readonly search: (query: string, text: ToWords) => Command[]
}

/** The commands of the shell itself: its pages, and what can be set. */
export function useOwnSources(): readonly OwnSource[] {
  const pages = useNavItems().map(({ path, label, icon }): OwnCommand => ({
    id: `page:${path}`,
    title: text => text(label),
    icon,
    to: path,
  }))
  const actions = useActions()
  return [
    { title: shellMessages.palettePages, search: (query, text) => find(pages, query, text) },
    // Without a query only pages are listed; actions appear by search.
    {
      title: shellMessages.paletteActions,
      search: (query, text) => (query ? find(actions, query, text) : find(actions.slice(0, 1), query, text)),
    },
  ]
}

function find(commands: readonly OwnCommand[], query: string, text: ToWords): Command[] {
  const worded = commands.map(command => ({ ...command, title: command.title(text) }))
  return matchCommands(worded, query, ({ title, keywords = [] }) => [title, ...keywords])
}

function useActions(): OwnCommand[] {
  const { session, shell } = usePortal()
  const { support } = useConfig(appSection)
  const themes = useApi(themesApiRef)
  const languages = useApi(languagesApiRef)
  const themeChoices = [...themes.themes, { id: 'auto', title: shellMessages.themeAuto }]
  return [
    {
      id: 'shortcuts',
      title: text => text(shellMessages.shortcuts),
      keywords: ['help'],
      icon: <IconKeyboard />,
      run: () => shell.shortcutSheet.set(true),
    },
    {
      id: 'help',
      title: text => text(shellMessages.paletteHelp),
      keywords: ['support'],
      icon: <IconHelp />,
      run: () => void window.open(support?.url ?? supportSetupUrl, '_blank', 'noopener'),
    },
    ...themeChoices.map(({ id, title }) => ({
      id: `theme:${id}`,
      title: (text: ToWords) => text(shellMessages.paletteTheme, { name: text(title) }),
      icon: <IconPalette />,
      run: () => themes.choose(id),
    })),
    ...languages.supported.map(({ code, name }) => ({
      id: `language:${code}`,
      title: (text: ToWords) => text(shellMessages.paletteLanguage, { name }),
      keywords: [code],
      icon: <IconLanguage />,
      run: () => languages.choose(code),
    })),
    { id: 'sign-out', title: text => text(shellMessages.signOut), icon: <IconLogout />, run: () => session.signOut() },
  ]
}
