"""Which tests `script/test` leaves out unless it is asked for all of them: they have the marker `thorough`.

Of the browser it keeps what opens each page and goes each way once; of the API all but what sends thousands of requests, kills servers,
fills disks, or builds and installs programs. A test or a file that is not named here, and is not about the browser, always runs.
"""

#: Files that are left out whole.
FILES = {
    "API/test_ci.py", "API/test_contract.py", "API/test_exhaustion.py", "API/test_hostile.py", "API/test_kill_loop.py",
    "API/test_leaks.py", "API/test_python_client.py", "API/test_several_servers.py", "API/test_swift_client.py",
    "WebKit/test_boards.py", "WebKit/test_core.py", "WebKit/test_values.py",
}
#: Tests of the API that take as long as a file of others.
TESTS = {
    "test_a_search_that_would_take_the_square_of_a_large_dump_ends_in_time",
    "test_a_summary_holds_a_thousand_roots_and_says_how_many_there_are",
    "test_more_views_than_a_timeline_takes_are_refused_or_left_out",
    "test_on_a_full_disk_reading_and_deleting_go_on",
    "test_options_names_what_works_at_every_path",
    "test_pages_pass_the_validator_of_the_w3c",
}
#: What is kept of the browser: for each page and each flow the test that goes through most of it.
BROWSER = {
    "test_a_page_opens_cleanly_without_scripts",
    "test_a_page_runs_no_code_that_is_not_its_own",
    "test_the_chosen_appearance_outlives_the_page",
    # Library, apps, and what comes to be in them
    "test_open_asks_for_a_file_which_opens_at_once_by_its_name_or_the_one_given",
    "test_dumps_that_are_picked_are_deleted_after_a_question_and_one_is_renamed",
    "test_a_file_or_pasted_text_is_sent_by_the_form",
    "test_picked_apps_are_deleted_after_a_question_and_a_dropped_archive_opens_its_app",
    "test_the_page_says_what_each_interface_is_and_opens_it_in_the_language_chosen_unless_it_cannot",
    "test_companions_are_added_and_removed_without_a_script",
    "test_the_library_follows_what_comes_changes_and_goes",
    "test_the_open_page_follows_with_its_selection_pin_note_and_camera",
    "test_a_visitor_signs_in_where_he_wanted_to_go_and_out_again",
    "test_tokens_of_some_scopes_are_made_shown_once_and_revoked",
    # The inspector: tree, canvas, panel
    "test_a_click_on_the_canvas_selects_the_deepest_view_there_and_opens_the_way_to_its_row",
    "test_back_and_forward_restore_the_selection",
    "test_rows_open_and_close_and_are_links_that_select",
    "test_the_tree_is_one_tab_stop_and_keys_walk_its_visible_rows",
    "test_a_subtree_is_shown_alone_with_its_rows_open_until_all_views_or_escape",
    "test_keys_and_buttons_zoom_and_views_outside_of_the_window_are_not_drawn",
    "test_a_view_lies_where_its_frame_says_at_every_zoom",
    "test_a_rule_gives_what_the_server_gives",
    "test_the_model_says_what_the_api_says_and_moves_the_views_to_where_the_server_puts_them",
    "test_the_canvas_and_the_svg_paint_the_same_screen",
    "test_the_tabs_are_one_tab_stop_and_the_chosen_one_is_in_the_address_and_stays",
    "test_attributes_have_readable_names_and_fitting_controls_and_are_found_and_copied",
    "test_the_size_tab_tells_the_mask_in_a_square_and_geometry_as_the_server_does",
    "test_an_animation_moves_the_views_on_the_canvas_and_nothing_is_kept",
    "test_elements_have_the_symbols_of_what_they_are",
    "test_l_opens_the_stack_in_steps_and_lays_the_drawing_as_before",
    "test_the_canvas_moves_and_selects_and_words_that_were_typed_are_searched_for",
    "test_each_change_is_a_step_of_history_unless_it_replaces_one_or_something_moves",
    "test_on_a_phone_tree_canvas_and_panel_are_three_tabs",
    "test_the_inspector_selects_and_lays_out_without_motion",
    # What is done with views
    "test_a_number_is_shown_while_it_is_typed_and_changed_with_enter_or_by_leaving_its_field",
    "test_views_are_copied_with_all_that_is_in_them_inserted_and_removed",
    "test_two_windows_follow_each_others_changes_and_those_of_scripts",
    "test_dragging_the_body_moves_the_view_and_selects_nothing_else",
    "test_control_and_a_click_select_one_more_and_one_less_in_the_tree_and_on_the_canvas",
    "test_a_view_is_hidden_focused_moved_and_removed",
    "test_views_are_pinned_and_unpinned_with_p_by_their_menus_and_by_the_panel",
    "test_a_note_is_written_with_n_and_is_text_wherever_it_is_shown",
    "test_a_view_is_copied_as_rules_that_hold",
    "test_the_key_opens_the_tab_and_a_touch_on_the_canvas_is_explained_step_by_step_while_the_selection_stays",
    "test_enter_walks_through_what_was_found_and_around_the_end",
    "test_a_locator_in_the_address_is_looked_for_at_the_start",
    "test_the_screen_is_saved_as_svg_in_the_style_and_appearance_that_are_shown",
    "test_it_opens_on_every_page_and_closes",
    "test_commands_run_show_their_keys_and_are_listed_when_they_can_be_done",
    "test_the_question_mark_and_the_button_for_help_open_the_map_of_this_page",
    # Other screens, and other dumps
    "test_r_and_the_button_turn_the_screen_and_those_that_moved_are_told",
    "test_languages_are_offered_where_there_are_tables",
    "test_a_screen_is_shown_on_devices_to_scale_and_each_leads_to_the_inspector",
    "test_the_selection_brings_its_scene_and_its_constraints_in_words_with_links_and_on_the_canvas",
    "test_a_constant_that_is_typed_or_set_by_keys_becomes_one_edit_and_what_it_holds_moves",
    "test_the_panel_of_the_dump_lists_findings_that_lead_to_their_views",
    "test_without_scripts_findings_are_links_and_the_page_filters_by_weight",
    "test_two_dumps_of_the_library_are_compared",
    "test_the_film_opens_at_the_last_step_and_all_are_scrubbed_by_slider_key_and_film",
    # Settings and defaults
    "test_every_type_of_row_is_edited_with_scripts_and_kept",
    "test_every_type_of_row_is_edited_without_scripts_and_kept",
    "test_search_finds_titles_keys_and_values_in_all_panes",
    "test_panes_slide_and_the_address_and_the_way_back_follow",
    "test_an_ipad_has_the_apps_in_parts_beside_the_pane_and_child_panes_inside_it",
    "test_a_key_is_added_renamed_retyped_and_removed",
    "test_history_tells_undoes_and_restores",
    "test_an_import_shows_what_it_would_do_before_it_does_it",
    "test_domains_are_listed_found_and_opened_and_those_nobody_has_written_to_when_asked_for",
    "test_two_windows_follow_each_other",
    # What holds all pages together
    "test_a_browser_holds_one_stream_that_all_its_windows_follow_and_hands_it_on",
    "test_a_hostile_name_is_shown_as_text_in_the_library",
    "test_a_hostile_address_is_shown_as_text",
    "test_a_window_is_used_again_and_knows_nothing_of_before",
}


def is_thorough(file, test):
    """Whether only `script/test --all` runs a test, named without its parameters; the file is one below Tests."""
    if file in FILES or test in TESTS:
        return True
    return file.startswith("Browser/") and test not in BROWSER


def unknown(collected):
    """Names of this page that stand for nothing, where these are all the tests there are, as pairs of a file and a name."""
    files, tests = {file for file, _ in collected}, {test for _, test in collected}
    return sorted((FILES - files) | ((TESTS | BROWSER) - tests))
