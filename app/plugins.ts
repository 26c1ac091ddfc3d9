import { apiDocsPlugin } from '@portico/api-docs/server'
import { authPlugin } from '@portico/auth/server'
import { buildsPlugin } from '@portico/builds/server'
import { catalogPlugin } from '@portico/catalog/server'
import { catalogSourcesPlugin } from '@portico/catalog-sources/server'
import { connectorsPlugin } from '@portico/connectors/server'
import { devtoolsPlugin } from '@portico/devtools/server'
import { eventsPlugin } from '@portico/events/server'
import { exampleToolsPlugin } from '@portico/example-tools/server'
import { homePlugin } from '@portico/home/server'
import { integrationsPlugin } from '@portico/integrations/server'
import { kubernetesPlugin } from '@portico/kubernetes/server'
import { mcpActionsPlugin } from '@portico/mcp-actions/server'
import { notificationsPlugin } from '@portico/notifications/server'
import { permissionPlugin } from '@portico/permission/server'
import { proxyPlugin } from '@portico/proxy/server'
import { scaffolderPlugin } from '@portico/scaffolder/server'
import { scorecardsPlugin } from '@portico/scorecards/server'
import { searchPlugin } from '@portico/search/server'
import { signalsPlugin } from '@portico/signals/server'
import { techInsightsPlugin } from '@portico/tech-insights/server'
import { techdocsPlugin } from '@portico/techdocs/server'
import { userSettingsPlugin } from '@portico/user-settings/server'

/** The server plugins of this portal, in any order: the core sorts them by what they use. */
export const plugins = [
  authPlugin,
  permissionPlugin,
  integrationsPlugin,
  catalogPlugin,
  catalogSourcesPlugin,
  buildsPlugin,
  connectorsPlugin,
  devtoolsPlugin,
  eventsPlugin,
  exampleToolsPlugin,
  homePlugin,
  notificationsPlugin,
  userSettingsPlugin,
  kubernetesPlugin,
  proxyPlugin,
  scaffolderPlugin,
  scorecardsPlugin,
  searchPlugin,
  signalsPlugin,
  techInsightsPlugin,
  techdocsPlugin,
  apiDocsPlugin,
  mcpActionsPlugin,
]
