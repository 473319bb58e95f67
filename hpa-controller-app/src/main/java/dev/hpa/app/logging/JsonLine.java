package dev.hpa.app.logging;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * One object a line: {@code ts} in milliseconds, {@code caller} as package and class, {@code msg},
 * and {@code v}, the verbosity from which on it is told, unless it is an error.
 */
final class JsonLine extends Formatter {

  @Override
  public String format(LogRecord event) {
    String logger = String.valueOf(event.getLoggerName());
    ObjectNode line = Json.mapper().createObjectNode();
    line.put("ts", milliseconds(event.getInstant()));
    line.put("caller", caller(logger));
    line.put("msg", formatMessage(event));
    if (event.getLevel().intValue() < Level.SEVERE.intValue()) {
      line.put("v", Verbosity.of(logger, event.getLevel()));
    }
    if (event.getThrown() != null) {
      line.put("err", event.getThrown().toString());
    }
    return Json.text(line) + "\n";
  }

  private static BigDecimal milliseconds(Instant at) {
    return BigDecimal.valueOf(at.getEpochSecond())
        .multiply(BigDecimal.valueOf(1_000))
        .add(BigDecimal.valueOf(at.getNano(), 6))
        .setScale(4, RoundingMode.HALF_UP);
  }

  private static String caller(String logger) {
    String[] names = logger.split("\\.", -1);
    return names.length < 2 ? logger : names[names.length - 2] + "/" + names[names.length - 1];
  }
}
