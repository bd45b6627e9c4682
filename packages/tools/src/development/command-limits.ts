/** The longest time limit of a command that can be configured. */
export const maxCommandSeconds = 3_600;

/** The largest report file of a command that is read. */
export const maxReportBytes = 8_000_000;
