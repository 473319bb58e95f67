package dev.hpa.tck;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.Setting;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Creates conformant providers, or providers that a defect wraps. */
public class SampleProviderFactory implements MetricProviderFactory {

  static final String NAME = "sample-1";
  static final Set<MetricQuery.Kind> KINDS =
      Set.of(MetricQuery.Kind.POD_METRIC, MetricQuery.Kind.EXTERNAL_METRIC);

  private final String name;
  private final Set<MetricQuery.Kind> kinds;
  private final List<Setting> settings;
  private final UnaryOperator<MetricProvider> flaw;

  public SampleProviderFactory() {
    this(NAME, KINDS, List.of(), UnaryOperator.identity());
  }

  SampleProviderFactory(
      String name,
      Set<MetricQuery.Kind> kinds,
      List<Setting> settings,
      UnaryOperator<MetricProvider> flaw) {
    this.name = name;
    this.kinds = kinds;
    this.settings = settings;
    this.flaw = flaw;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<MetricQuery.Kind> kinds() {
    return kinds;
  }

  @Override
  public List<Setting> settings() {
    return settings;
  }

  @Override
  public MetricProvider create(ProviderContext context) {
    return flaw.apply(new SampleProvider(context.api(), context.timeline()));
  }
}
