import { ArrowDownToLineIcon } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { formatBytes } from '#src/domain/format-bytes.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Segmented } from '#src/ui/form/segmented.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { chooseSaving, isSavingAsked, useSavesData } from '#src/ui/media/data-saver.ts'
import { Details, type Fact } from '#src/ui/record/details.tsx'
import { chooseTheme, THEME_LABELS, THEMES, useTheme } from '#src/ui/styles/theme.ts'
import type { InstallOffer } from './install-offer.ts'
import { InstallSteps } from './install-steps.tsx'
import { findMissingFile, subscribeToMissingFile } from './offline-readiness.ts'
import { SavedVideosSection } from './saved-videos-section.tsx'
import { useStorageReport } from './use-storage-report.ts'
import './device.css'

export interface DeviceSheetProps {
  install: InstallOffer
  onClose: () => void
}

/** This device's own settings, and the details that a support person will ask for. */
export function DeviceSheet({ install, onClose }: DeviceSheetProps) {
  return (
    <Sheet open onClose={onClose} title="This device">
      <div className="device-sheet">
        <Appearance />
        <DataSaver />
        <Install offer={install} />
        <StorageReport />
        <SavedVideosSection />
        <ThisApp />
      </div>
    </Sheet>
  )
}

function ThisApp() {
  const missing = useSyncExternalStore(subscribeToMissingFile, findMissingFile)
  return (
    <section className="section">
      <Facts
        title="The app"
        facts={[
          ['Version', <code key="build">{findBuild()}</code>],
          [
            'Opens without a network',
            hasWorker() ? 'Yes' : missing ? 'Not ready offline' : 'Not yet',
          ],
        ]}
      />
      {missing && (
        <p className="page-note">
          {`${hasWorker() ? 'The newest version is not' : 'Not'} ready offline: ${missing} could not be loaded. If an ad blocker is on, allow this site in it, then reload.`}
        </p>
      )}
    </section>
  )
}

const THEME_OPTIONS = THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))

function Appearance() {
  return (
    <section className="section">
      <h3 className="section-title">Appearance</h3>
      <Segmented
        label="Appearance"
        options={THEME_OPTIONS}
        value={useTheme()}
        onChange={chooseTheme}
      />
    </section>
  )
}

const SAVED_DATA =
  'Pictures of videos load when you play them. Lists refresh when you open them or press Refresh.'

function DataSaver() {
  const isOn = useSavesData()
  return (
    <section className="section">
      {isSavingAsked() ? (
        <>
          <h3 className="section-title">Data saver</h3>
          <p className="page-note">On in your browser's settings. {SAVED_DATA}</p>
        </>
      ) : (
        <Switch label="Data saver" hint={SAVED_DATA} isOn={isOn} onSwitch={chooseSaving} />
      )}
    </section>
  )
}

/** The installation stays available here after the prompt is dismissed. */
function Install({ offer }: { offer: InstallOffer }) {
  const { way } = useSyncExternalStore(offer.subscribe, offer.get)
  if (way === null) return null
  return (
    <section className="section">
      <h3 className="section-title">Install</h3>
      {way === 'steps' ? (
        <InstallSteps />
      ) : (
        <div>
          <Button icon={<ArrowDownToLineIcon size={16} />} onClick={() => void offer.install()}>
            Install this app
          </Button>
        </div>
      )}
    </section>
  )
}

function StorageReport() {
  const { persistence, ask, used, free } = useStorageReport()
  return (
    <section className="section">
      <Facts
        title="Storage"
        facts={[
          ['Protected from clean-up', PERSISTENCE_LABELS[persistence]],
          ['Used by this site', used === null ? 'The browser does not say' : formatBytes(used)],
          ['Left for this site', free === null ? 'The browser does not say' : formatBytes(free)],
        ]}
      />
      <p className="page-note">{ADVICE[persistence]}</p>
      {persistence === 'not-kept' && (
        <div>
          <Button size="small" onClick={() => void ask()}>
            Ask the browser to keep it
          </Button>
        </div>
      )}
    </section>
  )
}

type Persistence = ReturnType<typeof useStorageReport>['persistence']

const PERSISTENCE_LABELS: Record<Persistence, string> = {
  unknown: 'Asking...',
  kept: 'Yes',
  'not-kept': 'No',
  unsupported: 'The browser does not say',
}

const ADVICE: Record<Persistence, string> = {
  unknown: '',
  kept: "Changes that wait here and saved copies stay until you sign out or clear the site's data.",
  'not-kept':
    'When the device runs out of space, the browser may delete what waits here. It promises more to an app that is installed or opened often.',
  unsupported:
    'When the device runs out of space, the browser may delete what waits here. Send changes when you can.',
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <>
      <h3 className="section-title">{title}</h3>
      <Details facts={facts} />
    </>
  )
}

function hasWorker(): boolean {
  return Boolean(navigator.serviceWorker?.controller)
}

/** Identifies this page's build by the hash in the entry script's file name, which changes with any module. */
function findBuild(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return /-([\w-]{8})\.js$/.exec(entry?.src ?? '')?.[1] ?? 'development'
}
