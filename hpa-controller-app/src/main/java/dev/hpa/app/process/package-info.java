/**
 * The controller as a process of a cluster: it serves, waits for its turn, decides, and ends in
 * order.
 */
@NullMarked
package dev.hpa.app.process;

import org.jspecify.annotations.NullMarked;
