import { consolePage } from '@/app/(console)/_parts/console-page'
import { SceneRulesScreen } from './screen'

export default consolePage('riskSceneRules', () => <SceneRulesScreen />)
