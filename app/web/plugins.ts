import { apiDocsWeb } from '@portico/api-docs/web'
import { authWeb } from '@portico/auth/web'
import { buildsWeb } from '@portico/builds/web'
import { catalogGraphWeb } from '@portico/catalog-graph/web'
import { catalogImportWeb } from '@portico/catalog-import/web'
import { catalogSourcesWeb } from '@portico/catalog-sources/web'
import { catalogWeb } from '@portico/catalog/web'
import { connectorsWeb } from '@portico/connectors/web'
import { devtoolsWeb } from '@portico/devtools/web'
import { homeWeb } from '@portico/home/web'
import { integrationsWeb } from '@portico/integrations/web'
import { kubernetesWeb } from '@portico/kubernetes/web'
import { mcpActionsWeb } from '@portico/mcp-actions/web'
import { notificationsWeb } from '@portico/notifications/web'
import { orgWeb } from '@portico/org/web'
import { permissionWeb } from '@portico/permission/web'
import { scaffolderWeb } from '@portico/scaffolder/web'
import { scorecardsWeb } from '@portico/scorecards/web'
import { searchWeb } from '@portico/search/web'
import { signalsWeb } from '@portico/signals/web'
import { techdocsWeb } from '@portico/techdocs/web'
import { userSettingsWeb } from '@portico/user-settings/web'

/** The web plugins of this portal. By default they are ordered as they are listed. */
export const plugins = [
  authWeb,
  homeWeb,
  catalogWeb,
  catalogGraphWeb,
  catalogImportWeb,
  techdocsWeb,
  integrationsWeb,
  scaffolderWeb,
  buildsWeb,
  kubernetesWeb,
  scorecardsWeb,
  connectorsWeb,
  orgWeb,
  permissionWeb,
  searchWeb,
  notificationsWeb,
  signalsWeb,
  userSettingsWeb,
  catalogSourcesWeb,
  devtoolsWeb,
  apiDocsWeb,
  mcpActionsWeb,
]
