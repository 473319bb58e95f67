/**
 * Schedules that replace minReplicas and maxReplicas at certain times of the week: parsed from
 * text, evaluated with the rules of their time zones.
 */
@NullMarked
package dev.hpa.core.schedules;

import org.jspecify.annotations.NullMarked;
