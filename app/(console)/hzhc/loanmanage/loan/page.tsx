import { consolePage } from '@/app/(console)/_parts/console-page'
import { LoanListScreen } from '@/components/loan/loan-list'

export default consolePage('managedLoans', () => <LoanListScreen of="managedLoans" />)
