import type { Permit } from '@/components/ui/action-button'
import { verb } from '@/components/verb/verb'
import { riskScenes, type SceneRow } from '@/lib/domains/risk/contract/scenes'
import { type SceneState, sceneState } from '@/lib/domains/risk/rules/risk-scene'

/** Everything that can be done with a version of a scene, in the list and in its own page. */

const inState =
  (...states: readonly SceneState[]) =>
  ({ state }: SceneRow): Permit =>
    states.includes(state) ? { ok: true } : { ok: false, reason: `riskScenes.is.${state}` }

const nameOf = ({ sceneName, version }: SceneRow) => `${sceneName} V${version}`
const shared = { name: nameOf, words: (row: SceneRow) => ({ name: nameOf(row) }) }

/** @param onDraft hears the id of a draft that was made */
export const draftVerb = (onDraft: (id: number) => void) =>
  verb(riskScenes.draft, {
    ...shared,
    label: 'riskScenes.draft',
    of: ({ state }: SceneRow) => state !== sceneState.draft,
    input: ({ id }) => ({ id }),
    done: ({ id }) => onDraft(id),
  })

export const sceneVerbs = {
  open: verb(riskScenes.open, {
    ...shared,
    label: 'riskScenes.open',
    main: true,
    of: ({ state }: SceneRow) => state !== sceneState.open,
    permit: (row) =>
      row.ruleCount === 0
        ? { ok: false, reason: 'riskScenes.noRules' }
        : inState(sceneState.draft, sceneState.closed)(row),
    ask: 'riskScenes.openTitle',
    note: 'riskScenes.openNote',
    input: ({ id }) => ({ id }),
    done: 'riskScenes.opened',
  }),
  close: verb(riskScenes.close, {
    ...shared,
    label: 'riskScenes.close',
    tone: 'danger',
    of: ({ state }: SceneRow) => state === sceneState.open,
    ask: 'riskScenes.closeTitle',
    note: 'riskScenes.closeNote',
    input: ({ id }) => ({ id }),
    done: 'riskScenes.closed',
  }),
  discard: verb(riskScenes.discard, {
    ...shared,
    label: 'riskScenes.discard',
    tone: 'danger',
    of: ({ state }: SceneRow) => state === sceneState.draft,
    ask: 'riskScenes.discardTitle',
    note: 'riskScenes.discardNote',
    input: ({ id }) => ({ id }),
    done: 'riskScenes.discarded',
  }),
}
