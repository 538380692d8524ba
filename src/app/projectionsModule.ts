import { moduleAddress } from '../workerThread.ts';

/** Address of the module in which a thread finds the projections that it runs, and how they fold. */
export const PROJECTIONS_MODULE = moduleAddress('projections/catalog').href;
