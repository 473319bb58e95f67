package dev.hpa.cli.capacity;

import dev.hpa.api.Json;
import dev.hpa.api.SafeText;
import dev.hpa.cli.manifests.DocumentWriter;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.TextTable;
import dev.hpa.cli.simulate.CsvWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sums of requests, and what they are compared with.
 *
 * @param nodePools what nodes have, by the value of a label
 * @param notes what is not counted or not read, in a line each
 */
record CapacityReport(
    List<Row> namespaces, Row sum, Map<String, Reserved> nodePools, List<String> notes) {

  private static final String AT_MAX = "AT MAX";

  void write(PrintWriter out, OutputFormat format, boolean isPriced) {
    List<String> headings =
        new ArrayList<>(
            List.of("NAMESPACE", "TARGETS", "CORES", AT_MAX, "GIB", AT_MAX, "PODS", AT_MAX));
    if (isPriced) {
      headings.addAll(List.of("COST/HOUR", AT_MAX));
    }
    headings.add("ROOM AT MAX");
    switch (format) {
      case TEXT -> {
        TextTable table = new TextTable(headings.toArray(String[]::new));
        Stream.concat(namespaces.stream(), Stream.of(sum))
            .forEach(row -> table.row(cells(row, isPriced)));
        table.print(out, DocumentOutput.width());
        if (!nodePools.isEmpty()) {
          out.println("The room of the sum is that on all nodes, without other pods.");
        }
        nodePools.forEach((name, has) -> out.println(SafeText.line(pool(name, has))));
        notes.forEach(note -> out.println(SafeText.line(note)));
      }
      case CSV -> {
        for (int i = headings.indexOf(AT_MAX); i < headings.size() - 1; i += 2) {
          headings.set(i, headings.get(i - 1) + " " + headings.get(i));
        }
        out.println(String.join(",", headings).replace(' ', '_').toLowerCase(Locale.ROOT));
        namespaces.forEach(row -> out.println(CsvWriter.line(cells(row, isPriced))));
      }
      default -> new DocumentWriter(out, format).write(Json.tree(this));
    }
  }

  private static List<String> cells(Row row, boolean isPriced) {
    List<String> cells = new ArrayList<>(List.of(row.name(), String.valueOf(row.targets())));
    for (ReservedResource each : ReservedResource.values()) {
      cells.add(Reserved.text(row.now().of(each)));
      cells.add(Reserved.text(row.atMax().of(each)));
    }
    if (isPriced) {
      cells.add(Reserved.text(row.now().costPerHour()));
      cells.add(Reserved.text(row.atMax().costPerHour()));
    }
    cells.add(row.rooms().stream().map(Row.Room::verdict).collect(Collectors.joining("; ")));
    return cells;
  }

  private static String pool(String name, Reserved has) {
    return Stream.of(ReservedResource.values())
        .map(each -> each.text(has.of(each)))
        .collect(Collectors.joining(", ", "node pool " + name + ": ", ""));
  }
}
