import IconApi from '@tabler/icons-react/dist/esm/icons/IconApi.mjs'
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import IconBox from '@tabler/icons-react/dist/esm/icons/IconBox.mjs'
import IconBrandBitbucket from '@tabler/icons-react/dist/esm/icons/IconBrandBitbucket.mjs'
import IconBrandGithub from '@tabler/icons-react/dist/esm/icons/IconBrandGithub.mjs'
import IconBrandGitlab from '@tabler/icons-react/dist/esm/icons/IconBrandGitlab.mjs'
import IconBrandSlack from '@tabler/icons-react/dist/esm/icons/IconBrandSlack.mjs'
import IconBug from '@tabler/icons-react/dist/esm/icons/IconBug.mjs'
import IconCirclePlus from '@tabler/icons-react/dist/esm/icons/IconCirclePlus.mjs'
import IconDashboard from '@tabler/icons-react/dist/esm/icons/IconDashboard.mjs'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconLayersSubtract from '@tabler/icons-react/dist/esm/icons/IconLayersSubtract.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconPuzzle from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs'
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import type { NamedIcons } from './icon-names.ts'

/** The icons that come with the portal. Lists show them in every row, so they are there with the first page. */
export const ownIcons: NamedIcons = {
  'kind:api': IconApi,
  'kind:component': IconBox,
  'kind:system': IconLayersSubtract,
  'kind:resource': IconDatabase,
  'kind:domain': IconSitemap,
  'kind:location': IconMapPin,
  'kind:user': IconUser,
  'kind:group': IconUsersGroup,
  'kind:template': IconTemplate,
  bitbucket: IconBrandBitbucket,
  bug: IconBug,
  catalog: IconBox,
  chat: IconMessageCircle,
  create: IconCirclePlus,
  dashboard: IconDashboard,
  docs: IconBook,
  email: IconMail,
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  group: IconUsersGroup,
  help: IconHelpCircle,
  phone: IconPhone,
  plugin: IconPuzzle,
  robot: IconRobot,
  search: IconSearch,
  slack: IconBrandSlack,
  star: IconStar,
  user: IconUser,
  web: IconWorld,
}

/** What is shown for an unknown name. */
export const unknownIcon = IconHelpCircle
