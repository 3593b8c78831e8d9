export interface Delivery {
  readonly id: number;
  readonly deploymentId: number;
  readonly name: string;
  readonly reportId: number;
  readonly cron: string;
  readonly timezone: string;
  readonly recipients: readonly string[];
  readonly ownerId: number;
  readonly enabled: boolean;
  readonly shared: boolean;
  readonly createdAt: number;
  /** How often it was changed. */
  readonly version: number;
}

export interface Run {
  readonly id: number;
  readonly deliveryId: number;
  readonly startedAt: number;
  readonly recipients: readonly string[];
}

/** What a caller wants to do with a delivery. */
export type Action = 'update' | 'pause' | 'resume' | 'run' | 'delete' | 'share' | 'transfer';

/** How the caller stands to a delivery. */
export interface Standing {
  readonly isOwner: boolean;
  readonly isAdmin: boolean;
  readonly readsTasks: boolean;
  readonly managesTasks: boolean;
}

/** Rules of report deliveries, as data. */
export const reportDeliveriesRules = () => ({
  maySee: (delivery: Delivery, { isOwner, isAdmin: admin, readsTasks, managesTasks }: Standing): boolean =>
    isOwner || admin || readsTasks || managesTasks || delivery.shared,
  mayDo: (_action: Action, { isOwner, isAdmin: admin, managesTasks }: Standing): boolean =>
    isOwner || admin || managesTasks,
  isListed: (delivery: Delivery, deploymentId: number): boolean => delivery.deploymentId === deploymentId,
  isRunOf: (run: Run, deliveryId: number): boolean => run.deliveryId === deliveryId,
  merged: (delivery: Delivery, change: Partial<Delivery>): Delivery => ({ ...delivery, ...change }),
  name: { min: 1, max: 255 },
  isTimeZone: (zone: string): boolean => {
    try {
      Intl.DateTimeFormat('en', { timeZone: zone });
      return true;
    } catch {
      return false;
    }
  },
});
