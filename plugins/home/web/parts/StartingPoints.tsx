import { useText } from '@portico/core/web'
import { Code, InfoCard } from '@portico/ui'
import IconPuzzle from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconUserShield from '@tabler/icons-react/dist/esm/icons/IconUserShield.mjs'
import type { ReactNode } from 'react'
import { homeMessages } from '../messages.ts'
import styles from './StartingPoints.module.css'

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

/** The first three things to do with a new portal, each with the text to paste. */
export function StartingPoints() {
  const text = useText()
  return (
    <InfoCard title={text(homeMessages.start)} flush>
      <ol className={styles.steps}>
        <Step icon={<IconSettings />} title={text(homeMessages.configureTitle)} lead={text(homeMessages.configureText)}>
          <Code block>{namingConfig}</Code>
        </Step>
        <Step icon={<IconPuzzle />} title={text(homeMessages.pluginTitle)} lead={text(homeMessages.pluginText)}>
          <Code block>npm run new my-plugin</Code>
        </Step>
        <Step icon={<IconUserShield />} title={text(homeMessages.signInTitle)} lead={text(homeMessages.signInText)}>
          <Code block>{signInConfig}</Code>
        </Step>
      </ol>
    </InfoCard>
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
