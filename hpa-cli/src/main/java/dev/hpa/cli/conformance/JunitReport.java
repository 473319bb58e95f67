package dev.hpa.cli.conformance;

import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.run.Finding;
import dev.hpa.conformance.run.RuleResult;
import dev.hpa.conformance.run.Verdict;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a report as JUnit XML: one suite per area, one test per rule. */
public final class JunitReport {

  private final XMLStreamWriter xml;

  private JunitReport(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /** Writes a report to a file. */
  public static void write(ConformanceReport report, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      new JunitReport(XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out))
          .write(report);
    } catch (XMLStreamException failure) {
      throw new IOException(failure);
    }
  }

  private void write(ConformanceReport report) throws XMLStreamException {
    Map<String, List<RuleResult>> areas =
        report.results().rules().stream()
            .collect(
                Collectors.groupingBy(
                    each -> each.rule().area(), LinkedHashMap::new, Collectors.toList()));
    xml.writeStartDocument("UTF-8", "1.0");
    begin("testsuites", "name", "Conformance of " + report.subject().name());
    counts(report.results().rules());
    double seconds = Duration.between(report.began(), report.ended()).toMillis() / 1000.0;
    xml.writeAttribute("time", String.valueOf(seconds));
    for (Map.Entry<String, List<RuleResult>> area : areas.entrySet()) {
      begin("testsuite", "name", area.getKey(), "timestamp", report.began().toString());
      counts(area.getValue());
      properties(report);
      for (RuleResult rule : area.getValue()) {
        test(rule);
      }
      end();
    }
    falselyDeclared(report.results().falselyDeclared());
    end();
    xml.writeEndDocument();
    xml.flush();
  }

  private void properties(ConformanceReport report) throws XMLStreamException {
    begin("properties");
    for (Map.Entry<String, String> fact : report.facts().entrySet()) {
      begin("property", "name", fact.getKey(), "value", plain(fact.getValue()));
      end();
    }
    end();
  }

  /** Each falsely declared capability is a failed test. */
  private void falselyDeclared(List<Capability> capabilities) throws XMLStreamException {
    if (capabilities.isEmpty()) {
      return;
    }
    String count = String.valueOf(capabilities.size());
    begin("testsuite", "name", "CAPABILITIES", "tests", count, "failures", count);
    for (Capability each : capabilities) {
      begin("testcase", "classname", "conformance.CAPABILITIES", "name", each.toString());
      begin(
          "failure",
          "message",
          "declared unsupported, but all its cases pass: " + each.description());
      end();
      end();
    }
    end();
  }

  private void test(RuleResult result) throws XMLStreamException {
    begin(
        "testcase",
        "classname",
        "conformance." + result.rule().area(),
        "name",
        result.rule().id() + " " + result.rule().requirement());
    if (result.isFatal()) {
      begin("failure", "message", plain(message(result)), "type", result.verdict().toString());
      xml.writeCharacters(plain(details(result)));
      end();
    } else if (result.verdict() != Verdict.PASSED) {
      begin("skipped", "message", plain(reason(result)));
      end();
    }
    end();
  }

  /** Failed rules that are not required are reported as skipped, so that builds pass. */
  private static String reason(RuleResult result) {
    return result.hasFailed()
        ? "%s rule failed: %s".formatted(result.rule().level(), message(result))
        : result.reason();
  }

  private static String message(RuleResult result) {
    return result.findings().stream()
        .filter(each -> each.verdict() == Verdict.FAILED)
        .findFirst()
        .map(each -> "expected " + each.expected() + ", observed " + each.observed())
        .orElse(result.verdict() + ": " + result.reason());
  }

  private static String details(RuleResult result) {
    StringBuilder text =
        new StringBuilder(
            "Level: %s\nBecause: %s\nCheck: %s\n"
                .formatted(
                    result.rule().level(), result.rule().rationale(), result.rule().check()));
    for (Finding each : result.findings()) {
      text.append(
          "%s, step %d, %s: expected %s\n"
              .formatted(each.caseName(), each.step(), each.verdict(), each.expected()));
      if (!each.observed().isEmpty()) {
        text.append("  observed ").append(each.observed()).append('\n');
      }
      if (!each.reason().isEmpty()) {
        text.append("  ").append(each.reason()).append('\n');
      }
    }
    return text.toString();
  }

  private void counts(List<RuleResult> rules) throws XMLStreamException {
    xml.writeAttribute("tests", String.valueOf(rules.size()));
    xml.writeAttribute("failures", count(rules, RuleResult::isFatal));
    xml.writeAttribute("errors", "0");
    xml.writeAttribute(
        "skipped", count(rules, each -> each.verdict() != Verdict.PASSED && !each.isFatal()));
  }

  private static String count(List<RuleResult> rules, Predicate<RuleResult> which) {
    return String.valueOf(rules.stream().filter(which).count());
  }

  private void begin(String name, String... attributes) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement(name);
    for (int i = 0; i < attributes.length; i += 2) {
      xml.writeAttribute(attributes[i], attributes[i + 1]);
    }
  }

  private void end() throws XMLStreamException {
    xml.writeEndElement();
  }

  /** Replaces the characters that XML does not allow. */
  private static String plain(String text) {
    return text.replaceAll(
        "[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD");
  }
}
