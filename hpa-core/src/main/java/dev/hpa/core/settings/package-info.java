/**
 * What applies to all autoscalers: the settings that flags change, the optional differences from
 * upstream, and the fixes of later releases.
 */
@NullMarked
package dev.hpa.core.settings;

import org.jspecify.annotations.NullMarked;
