/** The control loop: when an autoscaler is due, plan, read, decide and act. */
@NullMarked
package dev.hpa.app.controller;

import org.jspecify.annotations.NullMarked;
