package dev.hpa.app.logging;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.controller.log.Redactor;
import dev.hpa.controller.log.StructuredRecord;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * One JSON object per line: {@code ts} in milliseconds, {@code caller} as package and class, {@code
 * msg}, the key-value pairs, and, unless it is an error, {@code v}, the minimum verbosity.
 */
final class JsonLine extends Formatter {

  private final Supplier<Redactor> redactor;

  JsonLine(Supplier<Redactor> redactor) {
    this.redactor = redactor;
  }

  @Override
  public String format(LogRecord event) {
    ObjectNode line = Json.mapper().createObjectNode();
    line.put("ts", milliseconds(event.getInstant()));
    line.put("caller", caller(String.valueOf(event.getLoggerName())));
    line.put("msg", safe(message(event)));
    if (event.getLevel().intValue() < Level.SEVERE.intValue()) {
      line.put("v", Verbosity.requiredLevel(event));
    }
    if (event instanceof StructuredRecord structured) {
      structured.fields().forEach((name, value) -> put(line, name, value));
    }
    if (event.getThrown() != null) {
      line.put("err", safe(text(event.getThrown())));
    }
    return SafeText.json(Json.text(line)) + "\n";
  }

  private String message(LogRecord event) {
    return event instanceof StructuredRecord structured
        ? structured.text()
        : String.valueOf(formatMessage(event));
  }

  private void put(ObjectNode line, String name, Object value) {
    switch (value) {
      case Integer number -> line.put(name, number);
      case Long number -> line.put(name, number);
      case Boolean truth -> line.put(name, truth);
      case NamespacedName object ->
          line.putObject(name)
              .put("name", safe(object.name()))
              .put("namespace", safe(object.namespace()));
      default -> line.put(name, safe(value.toString()));
    }
  }

  private String safe(String text) {
    return SafeText.cut(redactor.get().redact(text), SafeText.MAX_LINE);
  }

  /** An exception's getMessage may be code of a plug-in and fail. */
  private static String text(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (RuntimeException | StackOverflowError unprintable) {
      return thrown.getClass().getName() + ": its message cannot be read";
    }
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
