package dev.hpa.cli.keda;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What a ScaledObject becomes.
 *
 * @param autoscaler of autoscaling/v2; incomplete if there is a problem
 * @param rules of its External metrics
 * @param findings what is not converted exactly
 */
public record Conversion(
    ObjectNode autoscaler, List<MetricRule> rules, List<ConversionFinding> findings) {

  public Conversion {
    rules = List.copyOf(rules);
    findings = List.copyOf(findings);
  }
}
