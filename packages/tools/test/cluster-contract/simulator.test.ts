import { describeContract } from './describe-contract.ts';
import { simulator } from './start-simulator.ts';

describeContract(simulator);
