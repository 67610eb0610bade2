#ifndef VITRINE_LIMITS_OF_C_H
#define VITRINE_LIMITS_OF_C_H

#include <stdint.h>

/// The least that a machine needs for what the view tree does: plain loops over plain arrays, for views that are not turned,
/// whose numbers are finite and whose bounds have the size of their frames.

struct limit_rect {
    double x, y, width, height;
};

struct limit_transform {
    double a, b, c, d, tx, ty;
};

enum limit_flag {
    limit_hidden = 1,
    limit_clips = 2,
    limit_interactive = 4,
    /// It hides all that is behind its rectangle.
    limit_covers = 8
};

/// The views in depth-first order, in one window, which is the first.
struct limit_views {
    int count;
    const struct limit_rect *frames;
    /// Where the bounds of each begin.
    const double (*origins)[2];
    const double *alphas;
    const int32_t *superviews;
    const int32_t *ends;
    const uint8_t *masks;
    const uint8_t *flags;
};

/// Gives the window a size and lets all views follow their masks, by UIKit's rule of proportional shares.
///
/// Returns how many frames are other ones; their indexes go to `changed`.
int limit_autoresize(const struct limit_views *views, double width, double height, struct limit_rect *frames, int32_t *changed);

/// Where all views lie in the window, and what clipping leaves of them.
///
/// `clips` is room for as many rectangles. A view of which nothing is left has an empty one in `visible`.
void limit_window_frames(const struct limit_views *views, struct limit_transform *transforms, struct limit_rect *frames,
                         struct limit_rect *visible, struct limit_rect *clips);

/// Which view gets a touch; -1 for none. What became of the views that were asked, and which others hold the touch, goes to `steps`,
/// two numbers for each. Of views more than a thousand deep the rest is not asked.
int limit_hit_test(const struct limit_views *views, double x, double y, int32_t *steps, int *step_count);

/// What part of each view is seen: its visible rectangle without those of covers in front of it, of what its frame has.
///
/// Each view that is inside of the window is compared with all such covers, which is linear where few are.
void limit_visible_areas(const struct limit_views *views, const struct limit_rect *frames, const struct limit_rect *visible,
                         double *fractions);

#endif
