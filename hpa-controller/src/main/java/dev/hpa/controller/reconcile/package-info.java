/** The control loop: when an autoscaler is due, plan, read, decide and act. */
@NullMarked
package dev.hpa.controller.reconcile;

import org.jspecify.annotations.NullMarked;
