/** Serves the dashboard of a cluster to its user. */
@NullMarked
package dev.hpa.cli.dashboard;

import org.jspecify.annotations.NullMarked;
