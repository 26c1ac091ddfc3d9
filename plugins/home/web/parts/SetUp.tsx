import { useText } from '@portico/core/web'
import { Code, InfoCard } from '@portico/ui'
import IconPuzzle from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconUserShield from '@tabler/icons-react/dist/esm/icons/IconUserShield.mjs'
import type { ReactNode } from 'react'
import { pageMessages } from '../page-messages.ts'
import styles from './SetUp.module.css'

const namingConfig = `app:
  title: Acme Portal
  branding:
    accent: '#0f766e'
organization:
  name: Acme`

const signInConfig = `auth:
  environment: production
  providers:
    github:
      production:
        clientId: \${GITHUB_CLIENT_ID}
        clientSecret: \${GITHUB_CLIENT_SECRET}
        signIn:
          resolvers:
            - resolver: usernameMatchingUserEntityName`

/** The first three things to do with a new portal, each with the text to paste. Shown until the portal has been made one's own. */
export function SetUp() {
  const text = useText()
  return (
    <div className={styles.card}>
      <InfoCard title={text(pageMessages.start)} flush>
        <ol className={styles.steps}>
          <Step icon={<IconSettings />} title={text(pageMessages.configureTitle)} lead={text(pageMessages.configureText)}>
            <Lines>{namingConfig}</Lines>
          </Step>
          <Step icon={<IconPuzzle />} title={text(pageMessages.pluginTitle)} lead={text(pageMessages.pluginText)}>
            <Code block>npm run new my-plugin</Code>
          </Step>
          <Step icon={<IconUserShield />} title={text(pageMessages.signInTitle)} lead={text(pageMessages.signInText)}>
            <Lines>{signInConfig}</Lines>
          </Step>
        </ol>
      </InfoCard>
    </div>
  )
}

function Step({ icon, title, lead, children }: { icon: ReactNode; title: string; lead: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={styles.code}>{children}</div>
    </li>
  )
}

/** Several lines to paste, folded: the card is read once and then in the way. */
function Lines({ children }: { children: string }) {
  const text = useText()
  return (
    <details>
      <summary className={styles.summary}>{text(pageMessages.showLines)}</summary>
      <Code block>{children}</Code>
    </details>
  )
}
