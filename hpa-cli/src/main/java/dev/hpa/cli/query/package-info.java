/** Queries of Prometheus for the past load of workloads. */
@org.jspecify.annotations.NullMarked
package dev.hpa.cli.query;
