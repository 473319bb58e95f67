/** {@code hpa recommend}: searches the settings of an autoscaler by replays of its load. */
@NullMarked
package dev.hpa.cli.recommend;

import org.jspecify.annotations.NullMarked;
