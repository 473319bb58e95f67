// @ts-check
/**
 * The types of the API.
 *
 * @typedef {'decimal'|'binary'|'percent'} Unit how the numbers of a metric are written
 *
 * @typedef {object} Metric
 * @property {string} name
 * @property {Unit} unit
 * @property {number} [value]
 * @property {number} [target]
 * @property {number} [low]
 * @property {number} [high]
 *
 * @typedef {object} Scaled
 * @property {number} at
 * @property {number} [from]
 * @property {number} [to]
 * @property {string} [reason]
 *
 * @typedef {object} Row
 * @property {string} ns
 * @property {string} name
 * @property {string} kind
 * @property {string} target
 * @property {number} [at] the last sync, in milliseconds; absent before the first
 * @property {number|null} current
 * @property {number|null} desired
 * @property {number|null} [ready]
 * @property {number} min
 * @property {number} max
 * @property {Metric[]} metrics the first ones
 * @property {number} [omittedMetrics] the number of the others; absent if there are none
 * @property {number[]} [line]
 * @property {string[]} badges
 * @property {Scaled} [scaled]
 * @property {Problem} [problem] why it fails
 * @property {Elsewhere} [elsewhere] the last change of the replicas by another writer, within 30 min
 *
 * @typedef {object} Elsewhere
 * @property {number} at
 * @property {number} from
 * @property {number} to
 * @property {string} manager the field manager, or "unknown"
 * @property {number} times since the controller has started
 *
 * @typedef {object} Problem
 * @property {string} reason the reason of a condition
 * @property {string} message
 *
 * @typedef {object} Fleet
 * @property {number} time
 * @property {string} server
 * @property {boolean} shadow
 * @property {boolean} standby
 * @property {number} period
 * @property {number} history
 * @property {number} historyBytes
 * @property {Row[]} rows
 *
 * @typedef {object} Changes
 * @property {number} time
 * @property {Row[]} rows
 * @property {string[]} gone
 *
 * @typedef {object} Series
 * @property {number[]} at
 * @property {(number|null)[]} current
 * @property {(number|null)[]} desired
 * @property {(number|null)[]} recommended
 * @property {(number|null)[]} stabilized
 * @property {number[]} min
 * @property {number[]} max
 * @property {(number|null)[]} ready
 * @property {boolean[]} scaled this controller wrote the replicas
 * @property {boolean[]} changed the replicas differ from those of the sync before, without a write of this controller
 * @property {boolean[]} failed
 *
 * @typedef {object} MetricSeries
 * @property {string} name
 * @property {Unit} unit
 * @property {(number|null)[]} value
 * @property {(number|null)[]} target
 * @property {(number|null)[]} low
 * @property {(number|null)[]} high
 *
 * @typedef {object} ClusterEvent
 * @property {number} at
 * @property {number} first
 * @property {string} type
 * @property {string} reason
 * @property {string} message
 * @property {number} count
 *
 * @typedef {object} Condition
 * @property {string} type
 * @property {string} status
 * @property {string} reason
 * @property {string} message
 * @property {number} [since]
 *
 * @typedef {object} Detail
 * @property {Row} row
 * @property {Series} series
 * @property {MetricSeries[]} metrics
 * @property {ClusterEvent[]} events
 * @property {Condition[]} conditions
 * @property {Record<string, string>} options
 * @property {any} spec the spec of the object
 * @property {string} yaml
 * @property {number} time
 * @property {number} downscaleStabilization in seconds: the window of scale-downs that have none
 * @property {boolean} ignoresOptions
 *
 * @typedef {object} Replayed
 * @property {number[]} at
 * @property {number[]} replicas
 * @property {number} podHours
 * @property {number} [unserved] a share of the demand
 * @property {number} scaleEvents
 * @property {number} flaps
 * @property {number} peak
 * @property {number} atMax a share of the time
 *
 * @typedef {object} Comparison
 * @property {Replayed} now
 * @property {Replayed} then
 * @property {string} patch
 *
 * @typedef {object} PodPart
 * @property {string} name
 * @property {string} group
 * @property {string} classification
 * @property {string} [value]
 * @property {string} [request]
 * @property {string} [requestInEffect]
 * @property {string} [overhead]
 * @property {string} [filledWith]
 *
 * @typedef {object} Spread how the values of the pods differ, each with its unit
 * @property {string} least
 * @property {string} median
 * @property {string} most
 * @property {{name: string, value: string}[]} hottest
 *
 * @typedef {object} Trace
 * @property {number} at
 * @property {string} headline
 * @property {{title: string, sentences: string[]}[]} steps
 * @property {boolean} [now]
 * @property {{metric: number, name: string, pods: PodPart[], spread?: Spread}[]} [metrics]
 * @property {number} [omittedPods] how many pods of the metrics are counted in the steps, but not listed
 */
export {};
