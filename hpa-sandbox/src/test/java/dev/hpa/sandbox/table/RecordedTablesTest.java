package dev.hpa.sandbox.table;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.recordings.Recordings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Writes every recorded table of a real server again. The recordings do not contain the object of
 * every row; if an exchange contains it (same uid and resource version) all cells must be equal,
 * otherwise name and age. The time of the response is not recorded: all ages must match for some
 * second.
 */
class RecordedTablesTest {

  /** The columns of a definition without columns. */
  private static final List<PrinterColumn> NO_COLUMNS = List.of(PrinterColumn.AGE);

  private static final Pattern PATH =
      Pattern.compile(
          "/(?:api|apis/(?<group>[^/]+))/[^/?]+(?:/namespaces/[^/?]+(?=/))?/(?<resource>[^/?]+)"
              + "(?:/[^/?]+(?:/(?<sub>[^/?]+))?)?(?:\\?.*)?");

  private static final Pattern INCLUDE = Pattern.compile("includeObject=([A-Za-z]+)");

  /** Resources with empty recorded tables that the sandbox does not serve. */
  private static final Set<String> NOT_PRINTED = Set.of("daemonsets", "cronjobs", "jobs");

  private static final long SECONDS_TRIED = 2 * 3600;

  private final Map<String, ObjectNode> objects = new HashMap<>();
  private final List<String> failures = new ArrayList<>();
  private int tables;
  private int rows;
  private int fullRows;

  @Test
  void writesEveryRecordedTable() {
    List<JsonNode> exchanges = exchanges();
    exchanges.forEach(exchange -> answers(exchange, (event, answer) -> remember("", answer)));
    exchanges.forEach(
        exchange -> answers(exchange, (event, answer) -> check(exchange, event, answer)));
    assertTrue(failures.isEmpty(), () -> failures.size() + "\n" + String.join("\n", failures));
    assertTrue(fullRows > 400, () -> tables + " tables, " + rows + " rows, " + fullRows + " full");
  }

  private static List<JsonNode> exchanges() {
    return Recordings.files().stream().flatMap(file -> Recordings.lines(file).stream()).toList();
  }

  private static void answers(JsonNode exchange, BiConsumer<String, JsonNode> use) {
    use.accept("", exchange.path("respBody"));
    exchange
        .path("watch")
        .forEach(
            received -> {
              JsonNode event = received.path("event");
              use.accept(event.path("type").asText(), event.path("object"));
            });
  }

  /** Collects the objects of all responses that are in the storage version. */
  private void remember(String listVersion, JsonNode answer) {
    JsonNode body = answer.has("json") ? answer.path("json") : answer;
    String version = body.path("apiVersion").asText(listVersion);
    JsonNode metadata = body.path("metadata");
    body.path("items").forEach(item -> remember(version, item));
    body.path("rows").forEach(row -> remember(version, row.path("object")));
    if (metadata.has("uid")
        && !version.equals("autoscaling/v1")
        && !version.startsWith("meta.k8s.io")
        && !version.isEmpty()) {
      objects.putIfAbsent(key(metadata), body.deepCopy());
    }
  }

  private static String key(JsonNode metadata) {
    return metadata.path("uid").asText() + "@" + metadata.path("resourceVersion").asText();
  }

  private void check(JsonNode exchange, String event, JsonNode answer) {
    if (!answer.path("kind").asText().equals("Table")) {
      return;
    }
    String path = exchange.path("path").asText();
    Matcher matcher = PATH.matcher(path);
    assertTrue(matcher.matches(), path);
    if (NOT_PRINTED.contains(matcher.group("resource"))) {
      return;
    }
    boolean scale = "scale".equals(matcher.group("sub"));
    @Nullable String group = matcher.group("group");
    RecordedTable table =
        new RecordedTable(
            scale ? "autoscaling" : group == null ? "" : group,
            scale ? "scales" : matcher.group("resource"),
            path,
            event,
            answer);
    tables++;
    if (!table.isExplained()) {
      failures.add(path + "\n" + answer.path("rows") + "\n" + table.written(0).path("rows"));
    }
    rows += answer.path("rows").size();
    fullRows += table.fullRows();
  }

  /** A recorded table and the objects to write it from. */
  private final class RecordedTable {
    private final String group;
    private final String resource;
    private final String path;
    private final String event;
    private final JsonNode expected;
    private final List<ObjectNode> shown = new ArrayList<>();
    private final List<Boolean> full = new ArrayList<>();
    private final Instant earliest;

    RecordedTable(String group, String resource, String path, String event, JsonNode expected) {
      this.group = group;
      this.resource = resource;
      this.path = path;
      this.event = event;
      this.expected = expected;
      expected.path("rows").forEach(this::find);
      this.earliest =
          shown.stream()
              .map(object -> object.path("metadata").path("creationTimestamp").asText(""))
              .filter(time -> !time.isEmpty())
              .map(Instant::parse)
              .max(Instant::compareTo)
              .orElse(Instant.EPOCH);
    }

    private void find(JsonNode row) {
      JsonNode included = row.path("object");
      if (included.isNull()) {
        String name = row.path("cells").path(0).asText();
        included =
            objects.values().stream()
                .filter(object -> object.path("metadata").path("name").asText().equals(name))
                .filter(object -> object.path("metadata").has("resourceVersion"))
                .filter(
                    o ->
                        version(o)
                            .equals(expected.path("metadata").path("resourceVersion").asText()))
                .findFirst()
                .orElseThrow();
      }
      JsonNode metadata = included.path("metadata");
      @Nullable ObjectNode known = objects.get(key(metadata));
      boolean isWhole = included.has("spec");
      ObjectNode object =
          isWhole || known == null
              ? included.deepCopy()
              : (ObjectNode) known.deepCopy().set("metadata", metadata);
      shown.add(object);
      full.add(isWhole || known != null || event.equals("BOOKMARK"));
    }

    private static String version(JsonNode object) {
      return object.path("metadata").path("resourceVersion").asText();
    }

    int fullRows() {
      return (int) full.stream().filter(Boolean::booleanValue).count();
    }

    /** As a client reads it. */
    JsonNode written(long second) {
      TableOptions options = options(earliest.plusSeconds(second));
      ObjectNode table =
          isCustom()
              ? Tables.table(NO_COLUMNS, shown, options)
              : Tables.table(group, resource, shown, options);
      return Json.tree(table.toString());
    }

    boolean isExplained() {
      OptionalLong second =
          LongStream.range(0, SECONDS_TRIED).filter(this::explainsCells).findFirst();
      return second.isPresent()
          && withoutCells(written(second.getAsLong())).equals(withoutCells(expected));
    }

    private boolean isCustom() {
      return group.equals("example.com");
    }

    private boolean explainsCells(long second) {
      Instant now = earliest.plusSeconds(second);
      return IntStream.range(0, shown.size()).allMatch(row -> explainsCells(row, now));
    }

    private boolean explainsCells(int row, Instant now) {
      ResourcePrinter printed =
          isCustom()
              ? CustomResourcePrinter.table(NO_COLUMNS)
              : ResourcePrinters.of(group, resource);
      List<Object> actual = printed.cells().of(shown.get(row), now);
      JsonNode wanted = expected.path("rows").path(row).path("cells");
      return actual.size() == wanted.size()
          && IntStream.range(0, actual.size())
              .filter(i -> full.get(row) || isOfMetadata(printed.columns().get(i)))
              .allMatch(i -> actual.get(i).equals(value(wanted.path(i))));
    }

    private static Object value(JsonNode cell) {
      return cell.isNumber() ? (Object) cell.asInt() : cell.asText();
    }

    private static boolean isOfMetadata(TableColumn column) {
      return column.name().equals("Name") || column.name().equals("Age");
    }

    private static JsonNode withoutCells(JsonNode table) {
      ObjectNode copy = table.deepCopy();
      ((ArrayNode) copy.path("rows")).forEach(row -> ((ObjectNode) row).remove("cells"));
      return copy;
    }

    private TableOptions options(Instant now) {
      JsonNode metadata = expected.path("metadata");
      JsonNode remaining = metadata.path("remainingItemCount");
      Matcher include = INCLUDE.matcher(path);
      TableOptions options =
          TableOptions.at(now)
              .withApiVersion(expected.path("apiVersion").asText())
              .withIncludeObject(IncludeObject.parse(include.find() ? include.group(1) : ""))
              .withResourceVersion(metadata.path("resourceVersion").asText(""))
              .withContinue(
                  metadata.path("continue").asText(""),
                  remaining.isNumber()
                      ? OptionalLong.of(remaining.asLong())
                      : OptionalLong.empty());
      return expected.path("columnDefinitions").isNull() ? options.withoutColumns() : options;
    }
  }
}
