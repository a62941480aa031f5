import { consolePage } from '@/app/(console)/_parts/console-page'
import { CalculatorScreen } from './screen'

export default consolePage('calculator', () => <CalculatorScreen />)
