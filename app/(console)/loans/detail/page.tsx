import { consolePage } from '@/app/(console)/_parts/console-page'
import { LoanScreen } from './screen'

export default consolePage('loanCase', () => <LoanScreen />)
