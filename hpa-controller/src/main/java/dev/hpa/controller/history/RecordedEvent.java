package dev.hpa.controller.history;

import dev.hpa.core.HpaEvent;
import java.time.Instant;

/**
 * An event about an autoscaler.
 *
 * @param first when it was sent first
 * @param last when it was sent last
 * @param count how often it was sent in succession
 */
public record RecordedEvent(Instant first, Instant last, HpaEvent event, int count) {}
